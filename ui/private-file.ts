import type { z } from 'zod'
import { type PrivateFilePurpose, type privateFile, privateFileReading, privateFileRoute } from '#contract/account/private-file.ts'
import { limits } from '#values/limits.ts'
import { queryString } from './call.ts'
import { sendFileTo } from './file-route.ts'

export type PrivateFile = z.input<typeof privateFile>

/** Accepted types of proofs, documents and slips. */
export const paperTypes = ['image/png', 'image/jpeg', 'application/pdf']

/** What may be uploaded, told before anything is chosen. */
export const paperRule = (maxBytes: number = limits.privateFileBytes) => `PNG、JPG图片或PDF，不超过${maxBytes / 1024 / 1024}MB`

/** Why a document needn't be uploaded at all; null when it may. */
export function paperProblem(file: File, maxBytes: number = limits.privateFileBytes): string | null {
  if (!paperTypes.includes(file.type)) return `“${file.name}”不是PNG、JPG图片或PDF文件`
  if (file.size === 0) return `“${file.name}”没有内容`
  return file.size > maxBytes ? `“${file.name}”超过${maxBytes / 1024 / 1024}MB` : null
}

/** Uploads a private file of the account, or throws a CallError. */
export const sendPrivateFile = (purpose: PrivateFilePurpose, file: File) => sendFileTo(privateFileRoute, file, { purpose })

/** The address for viewing such a file. */
export const privateFileAddress = (fileId: string) => privateFileReading.path + queryString({ fileId })
