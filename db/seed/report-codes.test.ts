import { expect, test } from 'vitest'
import { codeCauses } from '#contract/messages/admin-code.ts'
import { reportCodes } from './report-codes.ts'

/** The codes in the customer's table, with families in place of its `xxxx`. */
const specified = `DELIVRD DELIVERED UNDELIV EXPIRED REJECTD DELETED ACCEPTD UNKNOWN ENROUTE NOROUTE
  MK:0000 MK:0001 MK:0012 MK:0013 MN:0001 MK00001 1 12 24 MK:0005 MK:0004 MK:0019
  MK:0008 MK:0009 MK:0010 MK:0024 MI:0024 MI:0029 MI:0013 MN:0036 MN:0041 MK:0015 MK:0017 MI00022
  MB:1042 MB:1026 MB:1031 MB:1077 DB:0141 DB:0144 DB:0164 TUIDING HIGRISK BWLIST MX:0011 MX:0012
  MX:0003 BEYONDM BEYONDH BEYONDD BEYONDN MILIMIT LIMIT CTLIMIT KEYWORD KEYWORDS ID:0076 MA:* -106
  SIGFAIL SIGNBLOCKED QM_FAIL NOTITLE XA:0003 BLACK MBBLACK TDBLACK TSBLACK PUBLOKD BLOCKED unsubscribe
  PHONEERR ERR_NUM NONCHN IC:0001 IC:0151 IA:* ID:* MI:0000 5 10 13 29 93
  MK:* MN:* MI:* MB:* MC:* IB:* IC:* DA:* DB:* CA:* CB:*`.split(/\s+/)

test('every code and family of the table is explained, once, with a cause that statistics know', () => {
  const codes = reportCodes.map(one => one.code)
  expect(specified.filter(code => !codes.includes(code))).toEqual([])
  expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([])
  expect(reportCodes.filter(one => !codeCauses.some(item => item === one.cause))).toEqual([])
  for (const { meaning, advice } of reportCodes) expect(Math.min(meaning.length, advice.length)).toBeGreaterThan(0)
})
