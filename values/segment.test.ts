import { expect, test } from 'vitest'
import { segmentCount } from './segment.ts'

test.each([
  [0, 0],
  [1, 1],
  [70, 1],
  [71, 2],
  [134, 2],
  [135, 3],
  [150, 3],
  [201, 3],
  [202, 4],
  [500, 8],
])('%i units are %i segments', (units, segments) => expect(segmentCount(units)).toBe(segments))
