import type { ComponentProps } from 'react'

/** What a button picks files through, by `click()` of its ref. */
export const FileInput = ({
  onPick,
  ...more
}: Omit<ComponentProps<'input'>, 'type' | 'onChange'> & { onPick: (files: File[]) => void }) => (
  <input
    {...more}
    type="file"
    hidden
    onChange={event => {
      const files = [...(event.target.files ?? [])]
      // The same file can be picked again after it was mended.
      event.target.value = ''
      if (files.length > 0) onPick(files)
    }}
  />
)
