/**
 * Node's flags for a program. `http` makes some hundred short-lived objects for each request: with a larger young
 * generation garbage is collected half as often, and a request that sends a message takes a tenth less processor time
 * (`bench/engine.ts --accept`), for at most 150 MB of memory.
 */
export const nodeFlagsOf = (program: string): string[] => (program === 'http' ? ['--max-semi-space-size=64'] : [])
