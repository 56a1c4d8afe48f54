import { CopyButton } from '#ui/CopyButton.tsx'
import style from './Links.module.css'

/** About five lines. */
const shownCharacters = 200

/**
 * A link's whole target; a long one scrolls inside itself, also by keys, so that it can't push the facts below out of
 * view.
 */
export const TargetText = ({ target }: { target: string }) => (
  <>
    {target.length > shownCharacters ? (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
      <section className={style.long} aria-label="目标网址" tabIndex={0}>
        {target}
      </section>
    ) : (
      target
    )}
    <CopyButton text={target} label="复制目标网址" />
  </>
)
