import type { CallAnswerWire } from '#contract/call.ts'
import { type uploadCalls, uploadRoute } from '#contract/recipients/upload.ts'
import { CallError, readAnswerOf } from '#ui/call.ts'
import { limits } from '#values/limits.ts'

export type Upload = CallAnswerWire<typeof uploadCalls.one>

/** Why a file needn't be uploaded at all; null when it may. */
export function fileProblem(file: File): string | null {
  if (file.size === 0) return '文件没有内容，请选择其他文件'
  if (file.size > limits.uploadBytes) return `文件超过${limits.uploadBytes / 1024 / 1024}MB，请拆分后再上传`
  return null
}

interface SendFileOptions {
  signal: AbortSignal
  onProgress: (sentBytes: number) => void
}

/** Uploads a file and returns the upload, or throws a CallError. Without fetch, which doesn't report progress. */
export async function sendFile(file: File, { signal, onProgress }: SendFileOptions): Promise<Upload> {
  const request = new XMLHttpRequest()
  request.open(uploadRoute.method, uploadRoute.path)
  request.setRequestHeader('Content-Type', 'application/octet-stream')
  request.setRequestHeader(uploadRoute.fileNameHeader, encodeURIComponent(file.name))
  request.upload.onprogress = event => onProgress(event.loaded)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  request.onload = () => resolve()
  request.onerror = () => reject(new CallError(0, { code: 'network', message: '网络连接中断，请检查网络后重新上传' }))
  request.onabort = () => reject(new DOMException('the upload was called off', 'AbortError'))
  signal.addEventListener('abort', () => request.abort())
  request.send(file)
  await promise
  return readAnswerOf(uploadRoute, new Response(request.responseText, { status: request.status }))
}
