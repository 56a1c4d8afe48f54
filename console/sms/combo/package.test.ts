import { expect, test } from 'vitest'
import { customerCalls } from '#contract/calls.ts'
import { packageAnswers } from './package.ts'

test('the calls that a purchase outdates exist', () => {
  const paths = Object.values(customerCalls).flatMap(calls => Object.values(calls).map(call => call.path))
  expect(packageAnswers.filter(call => !paths.includes(call.path))).toEqual([])
})
