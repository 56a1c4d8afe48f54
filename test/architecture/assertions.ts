import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync, Visitor } from 'vite'

/** Where a file belongs: its layer, and apart from it what only tests run. */
export const areaOf = (file: string): string => {
  const layer = file.includes('/') ? file.slice(0, file.indexOf('/')) : 'root'
  return /\.test\.tsx?$/.test(file) && layer !== 'test' ? `${layer} tests` : layer
}

export interface Assertions {
  /** `value as Type`, without `as const`. */
  casts: number
  /** `value!` */
  nonNulls: number
}

/** Counts what a file asserts to the compiler without a check. */
export function countAssertions(file: string, text: string): Assertions {
  const found: Assertions = { casts: 0, nonNulls: 0 }
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new SyntaxError(`${file}: ${errors.map(error => error.message).join(', ')}`)
  new Visitor({
    TSAsExpression: ({ typeAnnotation }) => {
      if (text.slice(typeAnnotation.start, typeAnnotation.end) !== 'const') found.casts += 1
    },
    TSTypeAssertion: () => {
      found.casts += 1
    },
    TSNonNullExpression: () => {
      found.nonNulls += 1
    },
  }).visit(program)
  return found
}

/** The sums of each area of the repository. */
export function sumAssertions(root: string): Map<string, Assertions> {
  const sums = new Map<string, Assertions>()
  for (const file of globSync('**/*.{ts,tsx}', { cwd: root, exclude: name => name === 'node_modules' || name === 'dist' })) {
    const area = areaOf(file)
    const sum = sums.get(area) ?? { casts: 0, nonNulls: 0 }
    const { casts, nonNulls } = countAssertions(file, readFileSync(path.join(root, file), 'utf8'))
    sums.set(area, { casts: sum.casts + casts, nonNulls: sum.nonNulls + nonNulls })
  }
  return sums
}
