import type { ReactNode } from 'react'

/** Decorative icons, hidden from screen readers: the text or the button's label carries the meaning. */
const sign = (lines: ReactNode) =>
  function sign() {
    return (
      <svg
        width="20"
        height="20"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        {lines}
      </svg>
    )
  }

export const SunIcon = sign(
  <>
    <circle cx="12" cy="12" r="4" />
    <path d="M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M18.4 5.6 17 7M7 17l-1.4 1.4" />
  </>,
)
export const MoonIcon = sign(<path d="M20 14.5A8 8 0 0 1 9.5 4 8 8 0 1 0 20 14.5Z" />)
export const BellIcon = sign(<path d="M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15L6 16ZM10 20.5a2 2 0 0 0 4 0" />)
export const PersonIcon = sign(
  <>
    <circle cx="12" cy="8.5" r="3.5" />
    <path d="M5 20c.8-3.6 3.5-5.5 7-5.5s6.2 1.9 7 5.5" />
  </>,
)
export const ClockIcon = sign(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 7.5V12l3 2" />
  </>,
)
export const CheckIcon = sign(<path d="m6 12.5 4 4 8-9" />)
export const CloseIcon = sign(<path d="m7 7 10 10M17 7 7 17" />)
export const PlusIcon = sign(<path d="M12 5v14M5 12h14" />)
export const MinusIcon = sign(<path d="M5 12h14" />)
export const FlagIcon = sign(<path d="M6 21V4h11l-2 4 2 4H6" />)
export const ArrowLeftIcon = sign(<path d="M19 12H5M11 6l-6 6 6 6" />)
export const ArrowRightIcon = sign(<path d="M5 12h14M13 6l6 6-6 6" />)
export const CameraIcon = sign(
  <>
    <path d="M4 8h3l2-2.5h6L17 8h3v11H4Z" />
    <circle cx="12" cy="13" r="3.5" />
  </>,
)
export const ChatIcon = sign(<path d="M4 5h16v11H10l-4 3.5V16H4Z" />)
export const CompassIcon = sign(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="m15.5 8.5-2 5-5 2 2-5Z" />
  </>,
)
export const FormIcon = sign(<path d="M6 4h12v16H6ZM9 9h6M9 12.5h6M9 16h3" />)
export const GlobeIcon = sign(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M3.5 12h17M12 3.5c5 5 5 12 0 17M12 3.5c-5 5-5 12 0 17" />
  </>,
)
export const PhoneIcon = sign(<path d="M8 3h8v18H8ZM11 18h2" />)
export const PictureIcon = sign(
  <>
    <path d="M4 5h16v14H4ZM4 16l5-5 4 4 2.5-2.5L20 17" />
    <circle cx="15.5" cy="9" r="1.2" />
  </>,
)
export const StarIcon = sign(<path d="m12 4 2.4 5.2 5.6.6-4.2 3.8 1.2 5.6-5-2.9-5 2.9 1.2-5.6L4 9.8l5.6-.6Z" />)
export const StoreIcon = sign(<path d="M4 9.5 5.5 5h13L20 9.5M5.5 10v9h13v-9M4 9.5h16M10 19v-5h4v5" />)
export const WalletIcon = sign(
  <path d="M4 7.5V18a1.5 1.5 0 0 0 1.5 1.5h14V8.5H5.5A1.5 1.5 0 0 1 4 7a2 2 0 0 1 2-2h11.5v3.5M16 14h.5" />,
)
export const TranslateIcon = sign(
  <path d="M4 6h9M8.5 4v2M11 6c-1 4-4 6.5-7 8M6 9c1 2.5 3 4 5 5M13 20l4-10 4 10M14.5 17h5" />,
)
export const SearchIcon = sign(
  <>
    <circle cx="10.5" cy="10.5" r="6" />
    <path d="m15 15 5 5" />
  </>,
)
