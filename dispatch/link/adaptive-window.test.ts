import { expect, test } from 'vitest'
import { AdaptiveWindow } from './adaptive-window.ts'

test('a window is halved once for a burst of refusals, never closed, and regrows to its setting', () => {
  const window = new AdaptiveWindow(16)
  for (let refusal = 0; refusal < 5; refusal++) window.narrow(1000)
  expect(window.size).toBe(8)
  for (let round = 0; round < 10; round++) window.narrow(2000 + round * 600)
  expect(window.size).toBe(1)
  for (let part = 0; part < 10; part++) window.taken()
  expect(window.size).toBe(2)
  for (let part = 0; part < 1000; part++) window.taken()
  expect(window.size).toBe(16)
})
