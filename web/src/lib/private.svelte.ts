// The pass phrase of a private server: asked for once, where a table is made, and remembered by this browser.
import type { Problem } from "../protocol";
import { readStored, writeStored } from "./storage";

interface Question {
  /** Why it is asked: there was none, or a wrong one. */
  problem: Problem;
  /** null for somebody who does not know it. */
  answer: (phrase: string | null) => void;
}

let question: Question | null = $state.raw(null);

export const passPhrase = {
  /** What is asked now; the page shows a dialog for it. */
  get question(): Question | null {
    return question;
  },
  get known(): string | null {
    return readStored("pass-phrase");
  },
  remember(phrase: string): void {
    writeStored("pass-phrase", phrase);
  },
  /** Ask the person at this browser; null if they do not know it. */
  ask(problem: Problem): Promise<string | null> {
    question?.answer(null);
    return new Promise((resolve) => {
      question = {
        problem,
        answer: (phrase) => {
          question = null;
          resolve(phrase);
        },
      };
    });
  },
};
