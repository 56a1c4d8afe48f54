/** Four eyes: what one member of staff asks for and another decides. Knows the acts of every module. */
export { approvalQueue, decideApproval, listApprovals, withdrawApproval } from './decision.ts'
