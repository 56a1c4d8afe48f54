import { z } from 'zod'
import { textOf } from '#contract/rules.ts'
import { limits } from '#values/limits.ts'

const tag = textOf('标签', limits.linkTagCharacters)
/** Tags of one link. In a file of its own, so that lists of links need not load everything of a link's form. */
export const linkTagsRule = z.array(tag).max(limits.linkTags, `最多${limits.linkTags}个标签`)
