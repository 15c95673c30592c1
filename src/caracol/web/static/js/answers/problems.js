/** The errors that the page gets instead of an answer. */

/** A refusal: a status and a sentence. */
export class Problem extends Error {
  /** @param {number} status @param {{type: string, detail: string, where: string}} said */
  constructor(status, said) {
    super(said.where ? `${said.where}: ${said.detail}` : said.detail);
    this.status = status;
    this.type = said.type;
    this.where = said.where;
  }
}

/** No one is there to answer, at present. */
export class Offline extends Error {
  /** @param {string} who */
  constructor(who) {
    super(`${who} cannot be reached. Your moves are saved, and the page keeps trying.`);
  }
}
