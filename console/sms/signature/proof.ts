import type { Got } from '#contract/call.ts'
import { proofDoor, proofFileDoor, type signatureCalls } from '#contract/signature.ts'
import { limits } from '#values/limits.ts'
import { queryString } from '../../call.ts'
import { sendFileTo } from '../../ui/file-door.ts'
import { paperProblem } from '../../ui/private-file.ts'

export type ProofFile = Got<typeof signatureCalls.one>['proofs'][number]

/** Why a file needn't be sent at all; null when it may. */
export const proofProblem = (file: File) => paperProblem(file, limits.proofBytes)

/** Sends a file as it is, or throws a CallError. */
export const sendProof = (file: File) => sendFileTo(proofDoor, file) as Promise<ProofFile>

/** Where a proof can be looked at. */
export const proofAddress = ({ proofId }: ProofFile) => proofFileDoor.path + queryString({ proofId })
