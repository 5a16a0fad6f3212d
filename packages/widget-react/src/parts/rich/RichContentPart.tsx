import type { RichContent } from '@sotto/widget-core/content';
import { ButtonsPart } from './ButtonsPart';
import { CardPart } from './CardPart';
import { CarouselPart } from './CarouselPart';
import { useOwnComponents } from '../components';
import { FormPart } from './FormPart';

/** Renders a parsed rich block. Loaded with the first one. */
export function RichContentPart({ content, source }: { readonly content: RichContent; readonly source: string }) {
  const { Card = CardPart, Carousel = CarouselPart, Buttons = ButtonsPart, Form = FormPart } = useOwnComponents();
  switch (content.type) {
    case 'card':
      return <Card card={content.card} source={source} />;
    case 'carousel':
      return <Carousel items={content.items} />;
    case 'buttons':
      return <Buttons buttons={content.buttons} source={source} />;
    case 'form':
      return <Form form={content.form} source={source} />;
  }
}
