import { expect, test } from 'vitest'
import { itemOrThrow } from '#values/or-throw.ts'
import { qrSvg, squaresOf } from './qr-code.ts'

test('a code has its finder patterns, and a quiet zone of four squares in its picture', () => {
  const squares = squaresOf('https://s.example.com/K8dpvaB')
  const side = squares.length
  const finder = '1111111'
  const rowOf = (y: number, from: number) =>
    itemOrThrow(squares, y)
      .slice(from, from + 7)
      .map(Number)
      .join('')
  expect([rowOf(0, 0), rowOf(0, side - 7), rowOf(side - 7, 0), rowOf(side - 1, 0)]).toEqual([finder, finder, finder, finder])
  const svg = qrSvg('https://s.example.com/K8dpvaB', { colour: '#0B66B2', size: 600 })
  expect(svg).toContain(`viewBox="0 0 ${side + 8} ${side + 8}"`)
  expect(svg).toContain('fill="#0B66B2" d="M4 4h7v1h-7z')
})
