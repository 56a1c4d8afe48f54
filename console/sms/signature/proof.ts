import type { Got } from '#contract/call.ts'
import { proofDoor, proofFileDoor, type signatureCalls } from '#contract/signature.ts'
import { limits } from '#values/limits.ts'
import { CallError, queryString, readAnswer } from '../../call.ts'

export type ProofFile = Got<typeof signatureCalls.one>['proofs'][number]

export const proofTypes = ['image/png', 'image/jpeg', 'application/pdf']
const megabytes = limits.proofBytes / 1024 / 1024

/** Why a file needn't be sent at all; null when it may. */
export function proofProblem(file: File): string | null {
  if (!proofTypes.includes(file.type)) return `“${file.name}”不是PNG、JPG图片或PDF文件`
  if (file.size === 0) return `“${file.name}”没有内容`
  return file.size > limits.proofBytes ? `“${file.name}”超过${megabytes}MB` : null
}

/** Sends a file as it is, or throws a CallError. */
export async function sendProof(file: File): Promise<ProofFile> {
  const response = await fetch(proofDoor.path, {
    method: proofDoor.method,
    headers: { 'Content-Type': 'application/octet-stream', [proofDoor.fileNameHeader]: encodeURIComponent(file.name) },
    body: file,
  }).catch(() => {
    throw new CallError(0, { code: 'network', message: '网络连接中断，请检查网络后重新上传' })
  })
  return (await readAnswer(response)) as ProofFile
}

/** Where a proof can be looked at. */
export const proofAddress = ({ proofId }: ProofFile) => proofFileDoor.path + queryString({ proofId })
