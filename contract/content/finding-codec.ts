import { z } from 'zod'
import { findingLevels } from './finding.ts'

const mark = z.object({ from: z.number().int(), to: z.number().int() })

/** Findings of a check, on the wire and stored with a submission. */
export const findings = z.array(
  z.object({
    code: z.string(),
    level: z.enum(findingLevels),
    message: z.string(),
    fix: z.string().optional(),
    marks: z.array(mark).optional(),
  }),
)
