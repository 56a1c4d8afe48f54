import { type SignatureAct, type TemplateAct, templateCan } from '#contract/review-state.ts'

/** An act that the member may do now, and what begins it. */
export interface OpenAct {
  act: TemplateAct
  onClick: () => void
}

/** The acts of a row that ask first. */
export const askedActs = ['submit', 'withdraw', 'disable', 'delete'] as const satisfies readonly SignatureAct[]
export type AskedAct = (typeof askedActs)[number]

/** Templates can all that signatures can, under the same names. */
export const actName = (act: TemplateAct) => templateCan[act].name
export const isDangerous = (act: TemplateAct) => act === 'delete' || act === 'disable'
