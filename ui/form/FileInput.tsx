import type { ComponentProps } from 'react'

/** Hidden file input that a button opens by `click()` of its ref. */
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
      // The same file can be picked again after a correction.
      event.target.value = ''
      if (files.length > 0) onPick(files)
    }}
  />
)
