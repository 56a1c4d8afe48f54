import { Segmented, type SegmentedProps } from 'antd'

/** antd's choice of one, with a single stop of the Tab key: its frame is another by itself. */
export const Segments = <Value extends string | number>(props: Omit<SegmentedProps<Value>, 'ref'>) => <Segmented {...props} tabIndex={-1} />
