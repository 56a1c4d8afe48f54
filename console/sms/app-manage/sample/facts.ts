/** What a sample is filled with: an app's own ids and texts, so that it runs as it is copied. */
export interface SampleFacts {
  /** Where programs reach us, without a slash at the end. */
  openUrl: string
  accessKeyId: string
  /** Null: the reader puts it in. */
  secret: string | null
  sdkAppId: string
  signature: string
  templateCode: string
  /** In the order of the template's text, which is how Tencent's programs know them. */
  parameters: readonly { name: string; value: string }[]
  phone: string
}

export interface Sample {
  key: string
  label: string
  /** What the file is called that it is saved to. */
  file: string
  /** What to install and how to run it. */
  run: readonly string[]
  codeOf: (facts: SampleFacts) => string
}

/** Stands where the secret goes. */
const secretPlace = '在此粘贴AccessKeySecret'

/** A text as JavaScript, JSON, Java and Python write it. */
export const quoted = (text: string): string => JSON.stringify(text)

/** In single quotes, with what ends them or begins an escape taken literally: PHP. */
export const singleQuoted = (text: string): string => `'${text.replace(/[\\']/g, character => `\\${character}`)}'`

/** In single quotes for a shell. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

export const secretOf = ({ secret }: SampleFacts): string => secret ?? secretPlace

export const parameterObject = ({ parameters }: SampleFacts): Record<string, string> =>
  Object.fromEntries(parameters.map(({ name, value }) => [name, value]))

/** The body of our own call, indented as it stands in a sample. */
export function bodyOf(facts: SampleFacts, indent = ''): string {
  const body = {
    signature: facts.signature,
    templateCode: facts.templateCode,
    ...(facts.parameters.length > 0 ? { templateParam: parameterObject(facts) } : {}),
    phones: [facts.phone],
  }
  return JSON.stringify(body, null, 2).replaceAll('\n', `\n${indent}`)
}

/** Host and port of where programs reach us, and the scheme, as the SDKs of other vendors take them: apart. */
export function endpointOf({ openUrl }: SampleFacts): { host: string; scheme: 'http' | 'https' } {
  const { host, protocol } = new URL(openUrl)
  return { host, scheme: protocol === 'http:' ? 'http' : 'https' }
}
