import { CalendarOutlined, CloseCircleFilled } from '@ant-design/icons'

/** The icons of antd's calendar fields, whose own names are English. */
export const clearable = { clearIcon: <CloseCircleFilled aria-label="清除日期" /> }
export const calendarIcon = <CalendarOutlined aria-hidden />
