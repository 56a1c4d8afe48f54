import { globSync, statSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Longest test files first, by their size with that of their parts (`test/e2e/money/` of `money.test.ts`): a long one
 * that began last would run alone at the end.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sizes = new Map(files.map(file => [file, sizeOf(file.moduleId)]))
    return files.toSorted((one, other) => (sizes.get(other) ?? 0) - (sizes.get(one) ?? 0))
  }
}

const sizeOf = (file: string): number =>
  [file, ...globSync(`${file.replace(/\.test\.tsx?$/, '')}/*.ts`)].reduce((sum, one) => sum + statSync(one).size, 0)
