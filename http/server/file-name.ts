/** The last part of an uploaded file's name, without what can't be shown. The header carries it encoded as in an address. */
export function fileNameOf(header: string | string[] | undefined): string {
  const name = decode(String(header ?? ''))
    .replace(/^.*[/\\]/, '')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
  return name.slice(0, 200).toWellFormed() || '未命名文件'
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return text
    throw error
  }
}

/** A Content-Disposition that saves a file under its Chinese name; old browsers get its extension only (RFC 6266). */
export function attachment(fileName: string): string {
  const encoded = encodeURIComponent(fileName).replace(/['()*]/g, character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="export${/\.\w+$/.exec(fileName)?.[0] ?? ''}"; filename*=UTF-8''${encoded}`
}

/** The policy of a file that somebody sent in: nothing in it runs, loads anything or stands in another page. */
export const sentFilePolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"
