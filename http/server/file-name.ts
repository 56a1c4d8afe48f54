/** The base name of an uploaded file without unprintable characters. The header has it percent-encoded. */
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

/** A Content-Disposition with a Chinese file name; old browsers get only its extension (RFC 6266). */
export function attachment(fileName: string): string {
  const encoded = encodeURIComponent(fileName).replace(/['()*]/g, character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="export${/\.\w+$/.exec(fileName)?.[0] ?? ''}"; filename*=UTF-8''${encoded}`
}

/** The content security policy of an uploaded file: it runs nothing, loads nothing and can't be framed. */
export const sentFilePolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"
