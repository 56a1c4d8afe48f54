/** `refuse`: must be mended before submission. `note`: staff look at it. */
export interface Finding {
  code: string
  level: 'refuse' | 'note'
  /** What was found and what to do, as the customer and staff read it. */
  message: string
}
