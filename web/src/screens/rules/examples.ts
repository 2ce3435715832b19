// All drawn examples, by game and rule. The engine's pictures have them as data: the documentation draws them too.
import DATA from "../../../../src/tercet/pictures/examples.json";
import type { GameName } from "../../games/index";
import type { ByRule } from "./kinds";

// TypeScript takes `kind` of imported JSON for any string. The engine reads the file with strict types (pictures/examples.py).
export const EXAMPLES = DATA as unknown as { [game in GameName]: ByRule };
