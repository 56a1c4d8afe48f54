/** Values in a sample: an app's own ids and texts, so that it runs when copied. */
export interface SampleFacts {
  /** Address of the open API, without a slash at the end. */
  openUrl: string
  accessKeyId: string
  /** Null: the reader fills it in. */
  secret: string | null
  sdkAppId: string
  signature: string
  templateCode: string
  /** In the order of the template's text, by which Tencent's programs identify them. */
  parameters: readonly { name: string; value: string }[]
  phone: string
}

export interface Sample {
  key: string
  label: string
  /** Name of the file to save it to. */
  file: string
  /** What to install and how to run it. */
  run: readonly string[]
  codeOf: (facts: SampleFacts) => string
}

/** Placeholder for the secret. */
const secretPlace = '在此粘贴AccessKeySecret'

/** A string literal in JavaScript, JSON, Java and Python. */
export const quoted = (text: string): string => JSON.stringify(text)

/** A single-quoted PHP literal with escapes. */
export const singleQuoted = (text: string): string => `'${text.replace(/[\\']/g, character => `\\${character}`)}'`

/** A single-quoted shell literal. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

export const secretOf = ({ secret }: SampleFacts): string => secret ?? secretPlace

export const parameterObject = ({ parameters }: SampleFacts): Record<string, string> =>
  Object.fromEntries(parameters.map(({ name, value }) => [name, value]))

/** The body of our own call, indented for a sample. */
export function bodyOf(facts: SampleFacts, indent = ''): string {
  const body = {
    signature: facts.signature,
    templateCode: facts.templateCode,
    ...(facts.parameters.length > 0 ? { templateParam: parameterObject(facts) } : {}),
    phones: [facts.phone],
  }
  return JSON.stringify(body, null, 2).replaceAll('\n', `\n${indent}`)
}

/** Host with port, and scheme, of the open API, which other vendors' SDKs take separately. */
export function endpointOf({ openUrl }: SampleFacts): { host: string; scheme: 'http' | 'https' } {
  const { host, protocol } = new URL(openUrl)
  return { host, scheme: protocol === 'http:' ? 'http' : 'https' }
}
