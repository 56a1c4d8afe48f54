/** Approvals by four eyes: one member of staff requests, another decides. Registers the acts of every module. */
export { approvalQueue, decideApproval, listApprovals, withdrawApproval } from './decision.ts'
