/**
 * An array literal of PostgreSQL, for elements that need no quotes: ids, numbers, digits and fixed words, never user
 * input. Quoting each element of a long list costs more than everything else; the text can also be used several times
 * in a statement.
 */
export const plainArray = (elements: readonly (string | number | null)[]): string =>
  `{${elements.map(element => element ?? 'NULL').join(',')}}`
