import type { CallAnswerWire } from '#contract/call.ts'
import { proofFileRoute, proofRoute, type signatureCalls } from '#contract/content/signature.ts'
import { queryString } from '#ui/call.ts'
import { sendFileTo } from '#ui/file-route.ts'
import { paperProblem } from '#ui/private-file.ts'
import { limits } from '#values/limits.ts'

export type ProofFile = CallAnswerWire<typeof signatureCalls.one>['proofs'][number]

/** Why a file needn't be uploaded at all; null when it may. */
export const proofProblem = (file: File) => paperProblem(file, limits.proofBytes)

/** Uploads a file, or throws a CallError. */
export const sendProof = (file: File) => sendFileTo(proofRoute, file)

/** The address for viewing a proof. */
export const proofAddress = ({ proofId }: ProofFile) => proofFileRoute.path + queryString({ proofId })
