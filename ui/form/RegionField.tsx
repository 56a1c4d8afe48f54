import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Place, placeOf, placeText } from '#values/division.ts'
import { divisionsQuery, isWhole, PlaceField } from './PlaceField.tsx'

interface RegionFieldProps {
  id: string
  /** `浙江省杭州市西湖区`, or empty. */
  region: string
  isOptional?: boolean
  isDisabled?: boolean
  error: string | null | undefined
  /** Called with the whole region, or an empty text while it isn't chosen to its last level. */
  onChange: (region: string) => void
}

const nowhere: Place = { province: '', city: '', district: '' }

/** A region that is stored as one text and chosen level by level. */
export function RegionField({ region, onChange, ...field }: RegionFieldProps) {
  const divisions = useQuery(divisionsQuery).data
  const [begun, setBegun] = useState<Place | null>(null)
  const known = divisions && region !== '' ? placeOf(divisions, region) : null
  const isUnknown = divisions !== undefined && region !== '' && known === null
  return (
    <PlaceField
      {...field}
      place={known ?? begun ?? nowhere}
      hint={isUnknown ? `原来填写的是“${region}”，请重新选择` : undefined}
      onChange={(place, all) => {
        setBegun(place)
        onChange(isWhole(place, all) ? placeText(place) : '')
      }}
    />
  )
}
