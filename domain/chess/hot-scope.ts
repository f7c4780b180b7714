/** Module bodies run in a function's scope, where an engine can take constants for constants. */

/**
 * Returns what the body returns. At the top level of a module an imported constant is a live binding, and bundlers turn
 * `const` into `var`: the JIT then loads and checks it at every use. A constant of a function that has run once is
 * compiled in. Measured with Node 20 (`npm run bench -- perft`): moves are made and generated half as fast again.
 * So the few hot modules of this folder bind what they import to local constants within such a body.
 */
export const hotScope = <T>(body: () => T): T => body()
