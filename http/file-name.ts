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
