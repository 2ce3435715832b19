// Short synthesised sounds. They are off unless the user turns them on.
import { settings } from "./settings.svelte";

/** Hertz, then milliseconds. */
type Note = [number, number];

let context: AudioContext | null = null;

function beep(notes: Note[], wave: OscillatorType = "triangle", loudness = 0.08): void {
  if (!settings.isSoundOn || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  void context.resume();
  let at = context.currentTime;
  for (const [hertz, milliseconds] of notes) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    const end = at + milliseconds / 1000;
    tone.type = wave;
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(loudness, at);
    volume.gain.exponentialRampToValueAtTime(0.0001, end);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(end);
    at = end;
  }
}

export const sound = {
  laid: () => beep([[330, 70]]),
  refused: () => beep([[160, 120]], "sine", 0.12),
  tick: () => beep([[520, 60]]),
  yourTurn: () => beep([[523, 90], [659, 120]]), // prettier-ignore
  win: () => beep([[523, 110], [659, 110], [784, 220]]), // prettier-ignore
};
