// All drawn examples, by game and rule.
import type { GameName } from "../../games/index";
import type { ByRule } from "./examples/kinds";
import { TRIPLE } from "./examples/triple";
import { Z3BRA } from "./examples/z3bra";
import { ZATRE } from "./examples/zatre";

export const EXAMPLES: { [game in GameName]: ByRule } = { z3bra: Z3BRA, zatre: ZATRE, triple: TRIPLE };
