import { MediaQuery } from "svelte/reactivity";

/** Whether there is room to show everything larger, and the log open. The same as in components.css. */
export const largeScreen = new MediaQuery("(min-width: 1800px) and (min-height: 900px)");
