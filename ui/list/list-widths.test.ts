import { expect, test } from 'vitest'
import { clampWidth, widthAfter } from './list-widths.ts'

test('arrows change a width by a step, within its limits', () => {
  expect([widthAfter('ArrowRight', 120), widthAfter('ArrowLeft', 120)]).toEqual([136, 104])
  expect([widthAfter('ArrowLeft', 60), widthAfter('ArrowRight', 715)]).toEqual([56, 720])
  expect(widthAfter('Enter', 120)).toBeUndefined()
  expect(clampWidth(100.4)).toBe(100)
})
