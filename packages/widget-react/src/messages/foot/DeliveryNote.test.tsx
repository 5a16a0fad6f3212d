import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderWidget } from '../../testing/renderWidget';
import { DeliveryNote } from './DeliveryNote';

function renderFailed(code: string) {
  const { widget, change } = renderWidget(<DeliveryNote messageKey="m" />);
  change(() => {
    widget.conversation.setState({ deliveries: { m: { state: 'failed', code: code as never, message: 'Refused' } } });
  });
}

describe('EN-21 a message that was not sent', () => {
  it.each(['NETWORK', 'INTERNAL_SERVER_ERROR', 'LIMITS_REACHED'])('can be tried again after %s', (code) => {
    renderFailed(code);
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });

  it.each(['NOT_AUTHORIZED', 'NO_SUBSCRIPTION', 'disabled'])(
    'offers nothing that would be refused again after %s',
    (code) => {
      renderFailed(code);
      expect(screen.getByText('Not sent')).toBeTruthy();
      expect(screen.queryByRole('button')).toBeNull();
    },
  );
});
