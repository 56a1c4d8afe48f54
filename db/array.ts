/**
 * An array as PostgreSQL writes it, of elements that need no quotes: ids, numbers, digits and words of ours, never what somebody typed. Quoting each element of
 * a long list costs more than all the rest of it; the text can also stand several times in a statement.
 */
export const plainArray = (elements: readonly (string | number | null)[]): string =>
  `{${elements.map(element => element ?? 'NULL').join(',')}}`
