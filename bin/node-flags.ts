/**
 * What Node is told beside a program's file. `http` makes some hundred short-lived objects for each request: with more room for the young ones the collector
 * comes half as often, and a request that sends a message takes a tenth less of the processor (`bench/engine.ts --accept`), for at most 150 MB of memory.
 */
export const nodeFlagsOf = (program: string): string[] => (program === 'http' ? ['--max-semi-space-size=64'] : [])
