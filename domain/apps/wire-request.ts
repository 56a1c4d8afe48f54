/** A request as it came over the wire: signatures are made of its very bytes. */
export interface WireRequest {
  method: string
  /** Without the query. */
  path: string
  /** The query as it was sent, without the question mark. */
  query: string
  /** Names in lower case. */
  headers: Readonly<Record<string, string | undefined>>
  body: Buffer
}

export type Parameters = Readonly<Record<string, string>>

/** What a signature says of itself, and what it ought to be. */
export interface SignedRequest {
  accessKeyId: string
  signature: string
  /** The texts that it may have been made of; the first is the one that the vendor's own rule gives. */
  stringsToSign: readonly [string, ...string[]]
  /** What the first is the hash of, for whoever looks for a difference; null where it isn't one. */
  canonicalRequest: string | null
  signatureOf: (stringToSign: string, secret: string) => string
  /** When it says it was signed; null: not a time. */
  at: Date | null
  /** What makes this request another one than any other; null where the vendor's signature has none. */
  nonce: string | null
}

/** The parameters of a query or a form, the last of each name. */
export const parametersOf = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text))

/** Percent-encoding by RFC 3986: all but letters, digits, `-`, `_`, `.` and `~`. */
export const percentEncode = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(/[!'()*]/g, character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)

/** `a=1&b=2`: encoded again from the decoded values, sorted by name. What stood on the wire may be encoded otherwise. */
export const canonicalQuery = (parameters: Parameters): string =>
  Object.keys(parameters)
    .sort()
    .map(name => `${percentEncode(name)}=${percentEncode(parameters[name]!)}`)
    .join('&')
