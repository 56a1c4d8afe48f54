/** A pattern of `ilike` for a part of a text, with its own wildcards escaped. */
export const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
