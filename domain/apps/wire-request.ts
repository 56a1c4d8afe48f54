/** An HTTP request as received: signatures cover its exact bytes. */
export interface WireRequest {
  method: string
  /** Without the query. */
  path: string
  /** The raw query, without the question mark. */
  query: string
  /** Header names in lower case. */
  headers: Readonly<Record<string, string | undefined>>
  body: Buffer
}

export type Parameters = Readonly<Record<string, string>>

/** A request's signature, and the inputs to verify it. */
export interface SignedRequest {
  accessKeyId: string
  signature: string
  /** Strings to sign that the client may have used; the first follows the vendor's documentation. */
  stringsToSign: readonly [string, ...string[]]
  /** The canonical request whose hash is in the first string to sign, for diagnosis; null if there is none. */
  canonicalRequest: string | null
  signatureOf: (stringToSign: string, secret: string) => string
  /** The signed time; null: not a time. */
  at: Date | null
  /** Identifies this request, against replays; null if the vendor's signature has no nonce. */
  nonce: string | null
}

/** The parameters of a query or form; of repeated names the last. */
export const parametersOf = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text))

/** Percent-encoding by RFC 3986: all but letters, digits, `-`, `_`, `.` and `~`. */
export const percentEncode = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(/[!'()*]/g, character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)

/** `a=1&b=2`: sorted by name and encoded again from the decoded values, whatever the encoding on the wire. */
export const canonicalQuery = (parameters: Parameters): string =>
  Object.entries(parameters)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`)
    .join('&')
