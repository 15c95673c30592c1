import { answerInBrowser, prepareHelpers } from "./browser.js";
import { answerFromServer } from "./server.js";

/**
 * The answer to a question of the page: data, or a file. `hear` is called with the progress of long work.
 *
 * There are two carriers of questions: a server, and web workers of a site that needs no server.
 * Behind both is `ask` in `caracol/web/operations.py`.
 * @typedef {(operation: string, entries: Record<string, any>, how: {signal?: AbortSignal, hear?: (news: any) => void}) => Promise<any>} Answer
 */

const inBrowser = document.documentElement.dataset.answers === "browser";

/** @type {Answer} */
export const answer = inBrowser ? answerInBrowser : answerFromServer;

/** Load what answers the first question, once the page has what it needs more urgently. */
export function prepareAnswers() {
  if (inBrowser) prepareHelpers();
}
