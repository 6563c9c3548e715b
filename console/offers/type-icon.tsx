import {
  CameraIcon,
  ClipboardListIcon,
  CompassIcon,
  GlobeIcon,
  ImageIcon,
  LanguagesIcon,
  MessageCircleIcon,
  SmartphoneIcon,
  StarIcon,
  StoreIcon,
} from 'lucide-react'

/** Icons by the first part of a type's code, such as `survey` of `survey.external`. Catalogs can have others. */
const icons: Readonly<Record<string, typeof GlobeIcon>> = {
  app: SmartphoneIcon,
  image: ImageIcon,
  photo: CameraIcon,
  price: StoreIcon,
  social: MessageCircleIcon,
  store: StoreIcon,
  survey: ClipboardListIcon,
  text: StarIcon,
  translate: LanguagesIcon,
  web: GlobeIcon,
}

/** The kind of work as a decorative icon; the category beside it says the same. */
export function TypeIcon({ type }: { readonly type: string }) {
  const Icon = icons[type.split('.')[0] ?? ''] ?? CompassIcon
  return <Icon />
}
