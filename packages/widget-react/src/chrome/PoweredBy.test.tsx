import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderWidget } from '../testing/renderWidget';
import { Banner } from './Notices';
import { PoweredBy } from '../layouts/Foot';

describe('W-8 the credit line', () => {
  it('says our name and leads to the site of the server, unless the owner says otherwise', () => {
    renderWidget(<PoweredBy />);
    const link = screen.getByRole('link', { name: 'Powered by Sotto' });
    expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
      'https://chat.example.com/',
      '_blank',
      'noopener noreferrer',
    ]);
  });

  it('has the owner’s caption, address and logo; the server alone may set them', () => {
    const { widget, change, container } = renderWidget(<PoweredBy />);
    const config = widget.config.getState();
    change(() => {
      widget.config.setState({
        ...config,
        brandCaption: 'Help by Harbour',
        brandURL: 'https://harbour.example/chat',
        brandLogo: 'https://harbour.example/logo.svg',
      });
    });
    expect(screen.getByRole('link', { name: 'Help by Harbour' }).getAttribute('href')).toBe(
      'https://harbour.example/chat',
    );
    const logo = container.querySelector('img');
    expect(logo?.getAttribute('src')).toBe('https://harbour.example/logo.svg');
    if (logo) fireEvent.error(logo);
    expect(container.querySelector('img')).toBeNull();
    expect(screen.getByRole('link', { name: 'Help by Harbour' })).toBeTruthy();
  });

  it('is no link when the address is no page', () => {
    const { widget, change } = renderWidget(<PoweredBy />);
    change(() => {
      widget.config.setState({ ...widget.config.getState(), brandURL: 'mailto:us@harbour.example' });
    });
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.getByText('Powered by Sotto')).toBeTruthy();
  });

  it('can be switched off by the owner', () => {
    const { widget, change, container } = renderWidget(<PoweredBy />);
    change(() => {
      widget.config.setState({ ...widget.config.getState(), poweredBy: false });
    });
    expect(container.textContent).toBe('');
  });
});

describe('W-6 the banner', () => {
  it('is above the conversation, and hidden when it does not load; another one is tried again', () => {
    const { widget, change, container } = renderWidget(<Banner />, { banner: 'https://shop.example.com/banner.jpg' });
    const picture = container.querySelector('img');
    expect(picture?.getAttribute('src')).toBe('https://shop.example.com/banner.jpg');
    if (picture) fireEvent.error(picture);
    expect(container.querySelector('img')).toBeNull();
    change(() => {
      widget.config.setState({ ...widget.config.getState(), banner: 'https://shop.example.com/other.jpg' });
    });
    expect(container.querySelector('img')?.getAttribute('src')).toBe('https://shop.example.com/other.jpg');
  });

  it('is optional', () => {
    const { container } = renderWidget(<Banner />);
    expect(container.querySelector('img')).toBeNull();
  });
});

describe('W-42 an icon that is a file of the server', () => {
  it('comes through the thumbnail call, with the version of the settings', () => {
    const { container } = renderWidget(<Banner />, { banner: 'file_abcdef123456' });
    expect(container.querySelector('img')?.getAttribute('src')).toBe(
      'https://chat.example.com/v1/file/file_abcdef123456/thumbnail/download?strategy=auto&cache=true&version=0',
    );
  });
});
