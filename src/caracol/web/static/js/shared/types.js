/**
 * The data that the server sends and that the page stores. This file has no imports or exports, so
 * that these types are global to the type checker; the page never loads it.
 *
 * @typedef {{letter: string, word: string, thing: string, shape: string, glyph: string, colour: string, mark: string}} Sign thing: the word with its article; mark: the letter of its colour, if there are several colours
 * @typedef {{row: number, column: number, text: string, about: string, colour: string, mark: string, position: string, shape: string}} Label inside the board, halves lie between squares
 * @typedef {{id: string, name: string, help: string, gesture: string, sides: string[]}} Tool
 * @typedef {{name: string, kind: string, default: any, words: string, least: number, most: number, choices: string[], sides: number[], weekly: number}} GenreOption
 * @typedef {{id: string, name: string, instructions: string, options: GenreOption[], tools: Tool[],
 *   aids: {id: string, words: string, on: boolean}[], example: any, blank: boolean, generating: GenreOption[]|null, grades: string[]}} Genre generating: null if it has no generator
 * @typedef {{
 *   puzzle: any, clues: string, link: string,
 *   genre: {id: string, name: string, instructions: string, generating: boolean},
 *   info: {title?: string, author?: string, source?: string, notes?: string},
 *   rows: number, columns: number,
 *   places: {noun: string, lines: number[], spots: [number, number, string][], words: string[], dots: boolean}|null,
 *   symbols: Sign[], givens: (number|null)[],
 *   strokes: [number, number, number, string][], diagonals: boolean, labels: Label[], shaded: number[], closed: number[], never: number[],
 *   caption: string, margins: [number, number, number, number],
 *   writing: {press: number[], keys: Record<string, number>, chosen: number|null},
 *   spoken: string[], names: [number, string][], settings: Record<string, any>, tools: Tool[],
 * }} View a puzzle, ready to draw
 * @typedef {{value: number|null, marks: number, layer: number, colour?: number, centre?: number, eliminated?: number, certain?: boolean}} Content marks: corner notes; centre: centre notes; eliminated: values that are ruled out; certain: the marks are the only possible value
 * @typedef {(view: View, mode?: string) => void} OpenPuzzle
 *
 * @typedef {{from: number, to: number, last: boolean}} Arrow from a reason to what follows, between cells
 *
 * Highlights on a board: rings, shades, dimmed clues. `cited` are the clues of a rule that is explained.
 * @typedef {{
 *   wrong?: Set<number>, look?: Set<number>, because?: Set<number>, conclusion?: Set<number>,
 *   differ?: Set<number>, dimmed?: Set<string>, done?: Set<string>, ticked?: Set<string>, blamed?: Set<string>,
 *   lit?: Set<number>, ties?: [number, number][], selected?: Set<number>, alike?: Set<number>, cited?: Set<string>, struck?: Map<number, number>, named?: boolean, arrows?: Arrow[],
 * }} Overlay
 *
 * @typedef {import("../board/board.js").PuzzleBoard} PuzzleBoard
 */
